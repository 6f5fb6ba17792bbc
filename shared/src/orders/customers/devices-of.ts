interface DeviceRow {
  equipment_brand: string;
  equipment_model: string;
  imei: string | null;
}

/** The devices of orders, each once by its IMEI, else by brand and model, as on the first of its orders. */
export function devicesOf<Row extends DeviceRow>(rows: readonly Row[]): { device: Row; orders: number }[] {
  const devices = new Map<string, { device: Row; orders: number }>();
  for (const row of rows) {
    const key = row.imei || `${row.equipment_brand}|${row.equipment_model}`.toLowerCase();
    const known = devices.get(key);
    if (known) known.orders += 1;
    else devices.set(key, { device: row, orders: 1 });
  }
  return [...devices.values()];
}
