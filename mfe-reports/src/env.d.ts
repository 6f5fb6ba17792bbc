/** Build identifier of this remote, put in by the build. */
declare const __REMOTE_BUILD__: string;
