/** A text that is a question says nothing. */
export const onlyAsks = (text: string) => /[?？]["'”’)\]]*\s*$/.test(text)

/** What an answer that cites this turn may rest on: what the person said, or the answer to a mere question. */
export const saidIn = ({ userText, answer }: { userText: string; answer: string }): string =>
  (onlyAsks(userText) && answer.trim()) || userText
