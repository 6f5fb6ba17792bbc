/** Whether parseArgs has refused a command line: its message says why, and its stack says nothing to who typed it. */
export const isUsageError = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
