/** Whether parseArgs rejected a command line: its message is for the user, who needs no stack trace. */
export const isUsageError = (error: unknown): error is TypeError =>
  error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS_');
