/** Version of @taller/shared that this shell provides, set by the build. */
declare const __SHARED_VERSION__: string;
