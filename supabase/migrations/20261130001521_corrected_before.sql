-- What was corrected before corrections were sealed. A slip keeps the terms of its record.
INSERT INTO private.printed_terms (order_id, change_id)
SELECT DISTINCT ON (p.order_id) p.order_id, t.id
FROM private.sealed_personal p
JOIN public.setting_changes t ON t.section = 'terms' AND t.version = (p.content -> 'paper' ->> 'terms')::integer
ORDER BY p.order_id, p.event_id DESC
ON CONFLICT (order_id) DO NOTHING;

DO $$
DECLARE
  v_order uuid;
BEGIN
  FOR v_order IN SELECT DISTINCT p.order_id FROM private.sealed_personal p LOOP
    PERFORM private.seal_correction(v_order);
  END LOOP;
END
$$;
