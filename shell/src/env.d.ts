/** Version of @taller/shared that this shell provides, set by the build. */
declare const __SHARED_VERSION__: string;
/** Build of this shell, set by the build. */
declare const __SHELL_BUILD__: string;
