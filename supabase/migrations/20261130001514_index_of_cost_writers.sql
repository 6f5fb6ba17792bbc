CREATE INDEX line_costs_writer ON private.line_costs USING btree (written_by);
