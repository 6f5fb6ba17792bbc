/** Version of @taller/shared that this shell provides, put in by the build. */
declare const __SHARED_VERSION__: string;
