/** Whether a text ends as a question, and so states nothing. */
export const onlyAsks = (text: string) => /[?？]["'”’)\]]*\s*$/.test(text)

/** What an answer that cites this turn can rest on: its message or, if that only asks, its answer. */
export const saidIn = ({ userText, answer }: { userText: string; answer: string }): string =>
  (onlyAsks(userText) && answer.trim()) || userText
