/** A row of whatsapp_messages, as far as the sender needs it. */
export interface OutboxMessage {
  id: string;
  order_id: string;
  template: string;
  language: string;
  params: string[];
  phone: string;
  attempts: number;
}
