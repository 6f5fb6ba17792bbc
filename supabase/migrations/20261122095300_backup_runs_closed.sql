-- Nobody but the server and `backup_status()` reaches the runs, whatever is granted later.
alter table private.backup_run enable row level security;
