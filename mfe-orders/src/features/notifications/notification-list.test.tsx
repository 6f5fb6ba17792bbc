// @vitest-environment jsdom
import { screen } from '@testing-library/react';
import { renderScreen } from '@taller/shared/testing/render-screen.tsx';
import { expect, test } from 'vitest';
import { NotificationList } from './notification-list.tsx';

test('NOTIF-01 an empty panel says so', () => {
  renderScreen(
    <NotificationList
      notifications={[]}
      error={null}
      onRetry={() => undefined}
      fresh={new Set()}
      onFollow={() => undefined}
    />,
    { role: 'admin' },
  );
  expect(screen.getByText('No hay notificaciones.')).toBeDefined();
});
