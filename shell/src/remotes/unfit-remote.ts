/** A remote's build that this shell cannot run. */
export class UnfitRemote extends Error {}
