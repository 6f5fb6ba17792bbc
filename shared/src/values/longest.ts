/** Maximum lengths of the database's columns. */
export const LONGEST = {
  name: 200,
  phone: 40,
  address: 300,
  brand: 120,
  model: 200,
  imei: 40,
  reference: 80,
  text: 20_000,
  notes: 50_000,
};
