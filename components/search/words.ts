import { PART_WORDS } from '@/components/ui/why-words'
import { limits } from '@/lib/shared/limits'
import type { MemoryKind, SearchHit, SearchPage } from '@/lib/shared/search'
import type { Format } from '../ui/use-format'

export const KIND_NAMES: Record<MemoryKind, string> = {
  message: 'Messages',
  summary: 'Summaries',
  file: 'Files',
}
const ROLES: Record<string, string> = { user: 'You', assistant: 'Mneme' }
/** Roles by their name here; imported names unchanged. */
export const speakerName = (speaker: string) => ROLES[speaker] ?? speaker

/** The same for a filter: answers include those of imported assistants. */
export const speakerChoice = (speaker: string) => (speaker === 'assistant' ? 'Answers' : speakerName(speaker))

/** "Turn 7 · 3 May 2023 · Caroline", in parts. */
export function placeWords(hit: SearchHit, format: Format): string[] {
  const number = format.number(hit.turnNumber)
  const where =
    hit.kind === 'file'
      ? [hit.name, `as of turn ${number}`]
      : hit.kind === 'summary'
        ? [
            hit.fromNumber < hit.turnNumber
              ? `Summary of turns ${format.number(hit.fromNumber)} to ${number}`
              : `Summary of turn ${number}`,
          ]
        : [`Turn ${number}`]
  return [...where, format.day(new Date(hit.at)), ...(hit.speaker ? [speakerName(hit.speaker)] : [])]
}

/** "Also in the summary of turns 1 to 8", "Also Mneme": a hit below another of its turn. */
export function alsoWords(hit: SearchHit, format: Format): string {
  if (hit.kind === 'message') return `Also ${speakerName(hit.speaker) || 'here'}`
  const [place = ''] = placeWords(hit, format)
  return `Also in the ${place.charAt(0).toLowerCase()}${place.slice(1)}`
}

/** Why a hit was found: its words, then other factors, each with its share of the score. */
export function reasons(hit: SearchHit, words: readonly string[]): { label: string; share: number }[] {
  const known = new Set(words)
  return Object.entries(hit.parts)
    .filter(([, share]) => Math.abs(share) >= limits.recall.leastPart)
    .map(([part, share]) => ({
      label: known.has(part) ? `“${part}”` : (PART_WORDS[part] ?? part),
      share,
      word: known.has(part),
    }))
    .sort((a, b) => Number(b.word) - Number(a.word) || b.share - a.share)
}

export const foundWords = ({ total }: SearchPage, format: Format) =>
  total === 0 ? 'Nothing found' : format.plural(total, 'result')
