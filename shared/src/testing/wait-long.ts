import { beforeAll } from 'vitest';

// `findBy…` and `waitFor` give up after a second by themselves, which a busy machine needs for a render.
beforeAll(async () => {
  if (typeof document === 'undefined') return;
  const { configure } = await import('@testing-library/react');
  configure({ asyncUtilTimeout: 60_000 });
});
