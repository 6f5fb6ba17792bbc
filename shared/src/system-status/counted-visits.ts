/** Visits of a remote's build within an hour, as `count_part_visits` counts them. */
export interface CountedVisits {
  remote: string;
  build: string;
  /** Begin of the hour, ISO 8601. */
  hour: string;
  visits: number;
  failed: number;
}

/** Visits of all builds since a time, ISO 8601. */
export type CountVisits = (since: string) => Promise<readonly CountedVisits[]>;

/** Ends publications to a part of the browsers that their visits speak against. @returns what it ended, in Spanish. */
export type JudgeRollouts = (countVisits: CountVisits) => Promise<string[]>;
