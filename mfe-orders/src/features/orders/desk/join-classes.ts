type Sheet = Readonly<Record<string, string>>;

/** Maps each class name in the sheets to its classes in all of them. */
export function joinClasses(...sheets: readonly Sheet[]): Sheet {
  const joined: Record<string, string> = {};
  for (const sheet of sheets) {
    for (const [name, one] of Object.entries(sheet))
      joined[name] = name in joined ? `${joined[name]} ${one}` : one;
  }
  return joined;
}
