'use client'
import { useTitle } from '@/components/shell/use-title'
import { useFormat } from '@/components/ui/words/use-format'
import { wordList } from '@/components/ui/words/word-list'
import type { RecallHit } from '@/lib/shared/turn/events'
import { aboutHits, oneConversation } from './recall-names'

type Props = { hits: RecallHit[]; here: string; keywords?: string[] | undefined }

/** "3 memories from Adoption: agencies, interviews, the home study". */
export function RecalledWords({ hits, here, keywords }: Props) {
  const format = useFormat()
  const from = oneConversation(hits)
  const title = useTitle(from === null || from === here ? '' : from)
  const about = aboutHits(hits, keywords)
  return (
    <>
      <span className="text-recall">{format.plural(hits.length, 'memory', 'memories')}</span>
      {from === null && ' from several conversations'}
      {from !== null && from !== here && (
        <>
          {' from '}
          {title ? <em>{title}</em> : 'another conversation'}
        </>
      )}
      {about.length > 0 &&
        `: ${hits.length > about.length ? `${about.join(', ')} and more` : wordList(about)}`}
    </>
  )
}
