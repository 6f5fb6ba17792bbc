ALTER PUBLICATION "supabase_realtime" ADD TABLE "public"."order_checklists";
