/** The columns of whatsapp_messages that the sender needs. */
export interface OutboxMessage {
  id: string;
  order_id: string;
  template: string;
  language: string;
  params: string[];
  phone: string;
  attempts: number;
}
