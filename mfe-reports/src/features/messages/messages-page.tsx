import { may } from '@taller/shared/access/permissions.ts';
import { useSearchParams, useSession } from '@taller/shared/runtime';
import { Tabs, type TabItem } from '@taller/shared/ui/tabs.tsx';
import { messageTexts as texts } from '#src/features/messages/texts.ts';
import { MessageLog } from './message-log.tsx';
import styles from './messages-page.module.css';
import { ReplyList } from './reply-list.tsx';
import { TemplateList } from './template-list.tsx';
import { useLiveMessages } from '@taller/shared/messages/use-live-messages.ts';

/** /dashboard/mensajes: messages to customers, replies and, for admins, the templates (MSG-03). */
export function MessagesPage() {
  const { user } = useSession();
  const [params, setParams] = useSearchParams();
  useLiveMessages();
  const tabs: TabItem[] = [
    { value: 'avisos', label: texts.log, panel: <MessageLog /> },
    { value: 'respuestas', label: texts.replies, panel: <ReplyList /> },
  ];
  if (may(user?.role, 'message-templates.edit')) {
    tabs.push({ value: 'textos', label: texts.templates, panel: <TemplateList /> });
  }
  const open = tabs.find((tab) => tab.value === params.get('ver')) ?? tabs[0];
  return (
    <div className={styles.screen}>
      <header>
        <h2 className={styles.title}>{texts.title}</h2>
        <p className={styles.intro}>{texts.intro}</p>
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
