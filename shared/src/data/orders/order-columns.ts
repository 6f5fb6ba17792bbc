import type { OrderForm } from '#src/domain/schemas/order.ts';
import { codeSealer } from './seal-device-code.ts';

/**
 * The table's columns of a checked order form: empty optional texts are null, the price is one amount under two names (ORD-06), the
 * device's code is sealed for the order of that id.
 */
export async function toOrderColumns(id: string, form: OrderForm) {
  const code = form.password_type ? form.device_password : '';
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
    // Null leaves a stored code as it is; another type clears it (ORD-04).
    device_password: code ? await (await codeSealer())(code, id) : null,
  };
}
