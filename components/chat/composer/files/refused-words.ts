import { wordList } from '@/components/ui/words/word-list'
import { canRetry, type Upload } from './use-uploads'

/** Why a message is not sent while files of it could not be attached. */
export function refusedWords(refused: readonly Upload[]) {
  const it = refused.length === 1 ? 'it' : 'them'
  return {
    message: `Not sent: ${wordList(refused.map(({ name }) => name))} could not be attached.`,
    hint: refused.every(canRetry)
      ? `Retry or remove ${it}, then send.`
      : `Remove ${it}, then send. You can attach another file.`,
  }
}
