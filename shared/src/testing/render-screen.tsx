import {
  cleanup,
  render,
  renderHook,
  type RenderHookResult,
  type RenderResult,
} from '@testing-library/react';
import type { ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import type { Role } from '#src/access/roles.ts';
import { eraseDraftsEverywhere } from '#src/contract/draft-store.ts';
import { queryClient, QueryRoot } from '#src/query/query-root.tsx';
import { BrowserRouter, useRoutes } from '#src/runtime/runtime.ts';
import { answerQueries, type Answer } from './answers.ts';
import { openWindow } from './browser-window.ts';
import { signInAs } from './sign-in-as.ts';

/** The circumstances in which a screen is shown. */
export interface ScreenOptions {
  /** Role of the user; signed out if absent, or as the test has signed in before. */
  role?: Role;
  /** The address, `/` if absent. After a click on a link it is in `location`. */
  path?: string;
  /** The pattern of the screen's path, if the screen reads its parameters: `paths.<name>.path`. */
  pattern?: string;
  /** Width of the window in CSS pixels, for media queries; 1280 if absent. */
  width?: number;
  /** Answers to the screen's queries. A query without an answer fails the test. */
  answers?: readonly Answer[];
}

const AtPattern = ({ pattern, children }: { pattern: string; children: ReactNode }) =>
  useRoutes([{ path: pattern, element: children }]);

/** Makes the circumstances, until the test ends. @returns the site around the screen. */
function siteAround({ role, path = '/', pattern = '*', width = 1280, answers = [] }: ScreenOptions) {
  // First: the cache is emptied for another user.
  if (role) signInAs(role);
  const stopAnswers = answerQueries(queryClient, answers);
  const closeWindow = openWindow(width);
  history.replaceState(null, '', path);
  onTestFinished(() => {
    cleanup();
    closeWindow();
    history.replaceState(null, '', '/');
    eraseDraftsEverywhere();
    stopAnswers();
  });
  return ({ children }: { children: ReactNode }) => (
    <QueryRoot>
      <BrowserRouter>
        <AtPattern pattern={pattern}>{children}</AtPattern>
      </BrowserRouter>
    </QueryRoot>
  );
}

/**
 * Shows a screen, or a part of one, as the site does: at an address, for a role, with the site's query cache. Needs
 * jsdom (`@vitest-environment jsdom`). All of it ends with the test.
 */
export const renderScreen = (element: ReactNode, options: ScreenOptions = {}): RenderResult =>
  render(element, { wrapper: siteAround(options) });

/** Calls a hook as a screen in the site does; see {@link renderScreen}. */
export const renderHookInSite = <Result,>(
  hook: () => Result,
  options: ScreenOptions = {},
): RenderHookResult<Result, unknown> => renderHook(hook, { wrapper: siteAround(options) });
