import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The gallery of components: for development only, never part of the site. */
export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  cacheDir: '../../.cache/vite-gallery',
});
