type Sheet = Readonly<Record<string, string>>;

/** For each name of a class that one of the sheets has, its classes in all of them. */
export function joinClasses(...sheets: readonly Sheet[]): Sheet {
  const joined: Record<string, string> = {};
  for (const sheet of sheets) {
    for (const [name, one] of Object.entries(sheet))
      joined[name] = name in joined ? `${joined[name]} ${one}` : one;
  }
  return joined;
}
