-- The refusals become the last word, which may be a yes.
alter table private.reminder_refusals rename to reminder_consents;
alter table private.reminder_consents rename column refused_at to said_at;
alter table private.reminder_consents rename constraint reminder_refusals_pkey to reminder_consents_pkey;
alter table private.reminder_consents rename constraint reminder_refusals_subject_check to reminder_consents_subject_check;
