import { mayOpen } from '@taller/shared/access/permissions.ts';
import { paths } from '@taller/shared/contract/paths.ts';
import { useQuery } from '@taller/shared/query';
import { unansweredRepliesQuery } from '@taller/shared/messages/replies-query.ts';
import { Link, useSearchParams, useSession } from '@taller/shared/runtime';
import { ScreenTitle } from '@taller/shared/ui/screen-title.tsx';
import { Tabs, type TabItem } from '@taller/shared/ui/tabs.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import { MessageLog } from './message-log.tsx';
import styles from './messages-page.module.css';
import { ReplyList } from './reply-list.tsx';
import { useLiveMessages } from '@taller/shared/messages/watch-messages.ts';

/** /dashboard/mensajes: messages to customers and replies (MSG-03). */
export function MessagesPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  useLiveMessages();
  const unanswered = useQuery(unansweredRepliesQuery()).data ?? 0;
  const tabs: TabItem[] = [
    { value: 'avisos', label: texts.log, panel: <MessageLog /> },
    {
      value: 'respuestas',
      label: unanswered > 0 ? texts.unanswered(unanswered) : texts.replies,
      panel: <ReplyList />,
    },
  ];
  const open = tabs.find((tab) => tab.value === params.get('ver')) ?? tabs[0];
  return (
    <div className={styles.screen}>
      <header>
        <ScreenTitle>{texts.title}</ScreenTitle>
        <p className={styles.intro}>
          <span>{texts.intro}</span>{' '}
          {mayOpen(user?.role, 'settings') && (
            <Link to={paths.dashboardSettingsSection.getHref('messages')}>{texts.settings}</Link>
          )}
        </p>
      </header>
      <Tabs
        label={texts.tabs}
        items={tabs}
        value={open?.value ?? 'avisos'}
        onValueChange={(value) => setParams(value === 'avisos' ? {} : { ver: value })}
      />
    </div>
  );
}
