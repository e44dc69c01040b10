'use client'
import { ArrowDownToLine, ScanSearch } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { THINKING } from '@/components/chat/composer/controls/thinking-control'
import { useConversationStore } from '@/components/chat/conversation/use-conversation'
import { Menu, MenuChoices, MenuItem, MenuNote } from '@/components/ui/menu'
import { type Format, useFormat } from '@/components/ui/words/use-format'
import { isSettled, type TurnDto } from '@/lib/shared/dto'
import { limits } from '@/lib/shared/limits'
import { type Classified, type Depth, isReflective } from '@/lib/shared/turn/depth'
import type { ThinkingPlan } from '@/lib/shared/turn/events'
import { isPrepared } from '../turn-facts'

export const DEPTH_WORDS: Record<Depth, { label: string; note: string }> = {
  simple: { label: 'Simple', note: 'answers in one call, without tools' },
  moderate: { label: 'Moderate', note: 'answers right away, with tools' },
  complex: { label: 'Complex', note: 'thinks in rounds before it answers' },
  deep: { label: 'Deep', note: 'thinks in the most rounds before it answers' },
}
const CHOICES = (Object.keys(DEPTH_WORDS) as Depth[]).map((value) => ({ value, ...DEPTH_WORDS[value] }))

/** "Moderate: answers right away, with tools". */
export const depthWords = ({ depth }: ThinkingPlan): string => {
  const { label, note } = DEPTH_WORDS[depth ?? 'moderate']
  return `${label}: ${note}`
}

/** What the person chose, in the words of the composer. */
function chosenWords({ preset, by }: ThinkingPlan, depth: Depth): string {
  if (by === 'environment') return 'Set on this server.'
  if (preset === 'auto' || limits.thinking.presets[preset].depth !== depth) return 'You chose this.'
  return `You chose ${THINKING.find(({ value }) => value === preset)?.label ?? preset}.`
}

/** Who decided, how sure, and what deciding took. Nobody chose for a prepared turn. */
export function decidedWords(
  steps: readonly { model: string }[],
  thinking: ThinkingPlan,
  { by, depth, confidence, ms, costMicros }: Classified,
  format: Format,
): string {
  if (isPrepared({ steps })) return 'Prepared for the sample.'
  if (by === 'person') return chosenWords(thinking, depth)
  const sure = `${Math.round(confidence * 100)}% sure`
  if (by === 'heuristic') return `Chosen by built-in rules, ${sure}.`
  return `Chosen by the utility model, ${sure}, in ${format.duration(ms)} (${format.cost(costMicros)}).`
}

/** How deep a turn went, why, and what to do if that was wrong. */
export function DepthBadge({ turn }: { turn: TurnDto }) {
  const store = useConversationStore()
  const router = useRouter()
  const format = useFormat()
  const { depth, classified } = turn.thinking ?? {}
  if (!turn.thinking || !depth || !classified) return null
  const { label } = DEPTH_WORDS[depth]
  const inspect = () => router.push(`/c/${turn.conversationId}?turn=${turn.id}`, { scroll: false })
  const isCapped = isReflective(classified.depth) && !isReflective(depth)
  const isRaised = classified.depth === 'simple' && depth === 'moderate'
  return (
    <Menu
      label={`Depth of turn ${turn.number}`}
      hint={depthWords(turn.thinking)}
      trigger={
        <button
          type="button"
          aria-label={`Depth: ${label}`}
          className="inline-flex h-6 items-center rounded-md px-1.5 text-ink-faint text-xs transition-colors duration-150 hover:bg-sunken hover:text-ink"
        >
          {label}
        </button>
      }
    >
      <MenuNote>
        <span className="text-ink">{depthWords(turn.thinking)}.</span>
        <span>{decidedWords(turn.steps, turn.thinking, classified, format)}</span>
        {classified.reasons.map((reason) => (
          <span key={reason}>{reason}</span>
        ))}
        {isCapped && <span>{DEPTH_WORDS[classified.depth].label} would fit, but thinking is off.</span>}
        {isRaised && <span>Rated simple, but attached files need tools.</span>}
      </MenuNote>
      <MenuItem icon={<ScanSearch />} onSelect={inspect}>
        Inspect this turn
      </MenuItem>
      {isSettled(turn.status) && (
        <>
          {classified.by !== 'person' && (
            <>
              <MenuNote>For messages like this one:</MenuNote>
              <MenuChoices
                value={turn.correction ?? classified.depth}
                onChange={(value) =>
                  void store.judge((api) =>
                    api.correctDepth({
                      turnId: turn.id,
                      depth: value === classified.depth ? null : value,
                    }),
                  )
                }
                choices={CHOICES}
              />
            </>
          )}
          {depth !== 'deep' && (
            <MenuItem
              icon={<ArrowDownToLine />}
              onSelect={() => void store.regenerate(turn.id, { ...turn.options, depth: 'deep' })}
            >
              Answer again with more thinking
            </MenuItem>
          )}
        </>
      )}
    </Menu>
  )
}
