-- What a kind of exception is told by goes along: what added up, what was foreseen. It stands in the context.
CREATE OR REPLACE FUNCTION forward_exception() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO forward_batch (customer_id, kind, size, first_at, content)
  SELECT NEW.customer_id, 'exceptions', 1, NEW.started_at, jsonb_build_object(
           'change', CASE WHEN TG_OP = 'INSERT' THEN CASE WHEN NEW.ended_at IS NULL THEN 'opened' ELSE 'closed' END
                          WHEN NEW.withdrawn_at IS DISTINCT FROM OLD.withdrawn_at THEN 'withdrawn'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at AND NEW.ended_at IS NOT NULL THEN 'closed'
                          WHEN NEW.ended_at IS DISTINCT FROM OLD.ended_at THEN 'opened'
                          WHEN NEW.acknowledged_at IS DISTINCT FROM OLD.acknowledged_at THEN 'acknowledged'
                          ELSE 'updated' END,
           'exception', to_jsonb(NEW) - ARRAY['statistics', 'acknowledged_by', 'handled_by'])
   WHERE EXISTS (SELECT FROM forward_target t
                  WHERE t.customer_id = NEW.customer_id AND t.is_enabled AND t.sends_exceptions);
  RETURN NULL;
END $$;
