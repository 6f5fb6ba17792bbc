import type { OrderForm } from './order-schemas.ts';
import { codeSealer } from './device-codes/seal-device-code.ts';

/**
 * The table's columns of a checked order form but for the device's code: empty optional texts are null, the price is
 * one amount under two names (ORD-06).
 */
export function toPlainColumns(form: OrderForm) {
  return {
    customer_name: form.customerName,
    customer_rut: form.customerRut,
    customer_phone: form.customerPhone,
    customer_address: form.customerAddress || null,
    equipment_type: form.equipmentType,
    equipment_brand: form.brand,
    equipment_model: form.model,
    imei: form.imei || null,
    equipment_condition: form.condition,
    work_description: form.description,
    technical_work: form.technicalWork,
    quote: form.quote,
    total_amount: form.quote,
    advance_payment: form.advancePayment,
    technician_id: form.technicianId || null,
    password_type: form.password_type || null,
  };
}

/**
 * The device's code, sealed for the order of that id. Null leaves a stored code as it is; another type clears it
 * (ORD-04).
 */
export async function toSealedCode(id: string, form: OrderForm): Promise<string | null> {
  const code = form.password_type ? form.device_password : '';
  return code ? (await codeSealer())(code, id) : null;
}

/** All columns of a checked order form. */
export const toOrderColumns = async (id: string, form: OrderForm) => ({
  ...toPlainColumns(form),
  device_password: await toSealedCode(id, form),
});
