/** The migrations of the last release, with a hash of each: later versions must not change them. */
export const LAST_RELEASE: Readonly<Record<string, string>> = {
  '20261130000000_baseline.sql': '4632eb37a60a669a52b6efd1ded334bcc72964f589bd30424a1e17a398300389',
};
