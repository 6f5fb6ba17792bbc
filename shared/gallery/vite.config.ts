import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The component gallery: for development only, not part of the site. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  cacheDir: '../../.cache/vite-gallery',
});
