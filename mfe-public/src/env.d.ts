/** Build id of this remote, set by the build. */
declare const __REMOTE_BUILD__: string;
