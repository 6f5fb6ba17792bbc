import styles from './command.module.css';

/** A command for the terminal. A line ends between its words, not at a hyphen within them. */
export function Command({ children }: { children: string }) {
  const words = children.split(' ').flatMap((word, at) => [' ', <span key={at}>{word}</span>]);
  return <code className={styles.command}>{words.slice(1)}</code>;
}

/** A text with its commands, which stand between backticks. */
export const withCommands = (text: string) =>
  text.split('`').map((part, at) => (at % 2 === 1 ? <Command key={at}>{part}</Command> : part));
