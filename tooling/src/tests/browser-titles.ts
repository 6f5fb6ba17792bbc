interface Suite {
  title: string;
  suites?: Suite[];
  specs: { title: string; file: string; ok: boolean }[];
}

/** A browser test in Playwright's JSON report, of a run or of a list. */
export interface BrowserTest {
  /** Path from the workspace's root. */
  file: string;
  /** Its title, after those of the groups around it. */
  title: string;
  ok: boolean;
}

/** The tests of a Playwright report. */
export function browserTests({ suites }: { suites: Suite[] }, around = ''): BrowserTest[] {
  return suites.flatMap((suite) => [
    ...suite.specs.map(({ title, file, ok }) => ({
      file: `e2e/${file}`,
      title: `${around}${suite.title} ${title}`,
      ok,
    })),
    ...browserTests({ suites: suite.suites ?? [] }, `${around}${suite.title} `),
  ]);
}
