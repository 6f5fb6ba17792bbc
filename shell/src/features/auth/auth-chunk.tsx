import type { ComponentType } from 'react';
import { AuthPage } from '#src/features/auth/auth-page.tsx';
import { ForgotPasswordPage } from '#src/features/auth/forgot-password-page.tsx';
import { UpdatePasswordPage } from '#src/features/auth/update-password-page.tsx';
import type { ShellTarget } from '#src/routing/route-table.ts';

export const AUTH_SCREENS: Record<ShellTarget['screen'], ComponentType> = {
  auth: AuthPage,
  'forgot-password': ForgotPasswordPage,
  'update-password': UpdatePasswordPage,
};
