SET local check_function_bodies = off;

DROP FUNCTION "private"."is_part_visit"(jsonb);

DROP FUNCTION "public"."count_part_visits"(timestamp WITH time zone);

DROP FUNCTION "public"."list_build_visits"();

DROP FUNCTION "public"."report_part_visits"(jsonb);

DROP TABLE "private"."part_visits";
