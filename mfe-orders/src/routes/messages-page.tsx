import { MessagesScreen } from '#src/features/messages/messages-screen.tsx';

/** /dashboard/mensajes. */
export function MessagesPage() {
  return <MessagesScreen />;
}
