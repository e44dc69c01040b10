'use client'
import { memo, useEffect, useRef } from 'react'
import { MessageImages } from '@/components/chat/images/image-view'
import {
  isAnswerStep,
  type LineKind,
  lineRuns,
  stepName,
  textsBefore,
} from '@/components/inspector/step-words'
import { Chip } from '@/components/ui/chip'
import { CopyButton } from '@/components/ui/copy-button'
import { TextParts } from '@/components/ui/markdown/text-parts'
import { ScrollArea } from '@/components/ui/scroll-area'
import { sectionName } from '@/components/ui/series'
import { useFormat } from '@/components/ui/words/use-format'
import { countedWords, WHY_COUNTS_DIFFER } from '@/components/ui/words/words'
import {
  type InspectedStep,
  type InspectedTurn,
  messagesIn,
  messageText,
  type PromptBlock,
} from '@/lib/shared/turn/inspector'
import { Region } from '../inspector-frame'
import { isWithin } from '../trace/trace'
import { Fold } from './fold'
import { SectionDot, TokenBar } from './token-bar'

/** A step that the trace opened; `times` tells one opening from the next. */
export type OpenedStep = { id: string; times: number }

export function PromptRegion({ turn, opened }: { turn: InspectedTurn; opened: OpenedStep | null }) {
  const most = Math.max(1, ...turn.steps.map((step) => step.estInputTokens))
  const first = turn.steps.find(isAnswerStep)
  return (
    <Region title="Prompt">
      {turn.steps.length === 0 && (
        <p className="text-ink-soft">
          {turn.imported
            ? 'No model was called: this message was imported.'
            : 'No call for this message has finished yet.'}
        </p>
      )}
      {turn.steps.length > 0 && <p className="max-w-[72ch] text-ink-soft">{WHY_COUNTS_DIFFER}</p>}
      <div className="flex flex-col gap-2">
        {turn.steps.map((step) => (
          <StepPrompt
            key={opened?.id === step.id ? `${step.id} ${opened.times}` : step.id}
            step={step}
            turn={turn}
            most={most}
            open={opened ? opened.id === step.id : step === first}
            arrive={opened?.id === step.id}
          />
        ))}
      </div>
    </Region>
  )
}

type StepProps = {
  step: InspectedStep
  turn: InspectedTurn
  most: number
  open: boolean
  /** Scroll here and take the focus. */
  arrive: boolean
}
function StepPrompt({ step, turn, most, open, arrive }: StepProps) {
  const article = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!arrive) return
    article.current?.scrollIntoView({ block: 'start' })
    article.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [arrive])
  const format = useFormat()
  const { system, tools, user, exchanges } = step.prompt
  const messages: { name: string; key?: string; about?: string; blocks: PromptBlock[] }[] = [
    { name: 'System message', blocks: system },
    { name: 'Tools', about: 'as JSON, one per line', blocks: tools ? [tools] : [] },
    ...messagesIn(user).map(({ role, blocks }, i, { length }) => ({
      key: `message ${i}`,
      name: i === length - 1 ? 'User message' : `Earlier ${role} message`,
      blocks,
    })),
    {
      name: 'Earlier steps',
      about: 'calls and results for this message, as JSON',
      blocks: exchanges ? [exchanges] : [],
    },
  ]
  const name = stepName(step, turn.steps)
  const before = textsBefore(step, turn.steps)
  return (
    <article
      ref={article}
      aria-label={name}
      className="scroll-mt-3 rounded-lg border border-line bg-raised px-3 py-2"
    >
      <Fold
        as="h3"
        open={open}
        head={
          <span className="flex min-w-0 flex-1 flex-col gap-1.5 py-1">
            <span className="flex min-w-0 flex-wrap items-baseline gap-x-2 gap-y-1">
              <span className="font-medium">{name}</span>
              {!isWithin(turn, step) && <Chip>after the answer</Chip>}
              {step.error && <Chip tone="error">failed</Chip>}
              <span className="min-w-0 truncate font-normal text-ink-faint text-xs">{step.model}</span>
              <span className="ml-auto font-normal text-xs tabular">
                {countedWords(step.estInputTokens, 'estimated', format)}
                {step.reported && `; ${format.tokens(step.reported.inputTokens)} reported`}
                {step.reported?.cachedTokens
                  ? `, ${format.tokens(step.reported.cachedTokens)} of them cached`
                  : null}
              </span>
            </span>
            <TokenBar sections={step.sections} most={most} />
          </span>
        }
      >
        {() => (
          <div className="flex flex-col gap-4 pt-2 pb-1">
            {step.forgottenTexts > 0 && (
              <p className="text-ink-soft">
                {format.plural(step.forgottenTexts, 'text')} in this prompt came from something you forgot and
                can no longer be shown.
              </p>
            )}
            {system.length + user.length === 0 && (
              <p className="text-ink-soft">
                This call was cut off when Mneme stopped, before its prompt was stored.
              </p>
            )}
            {messages.map((message) => (
              <PromptMessage
                key={message.key ?? message.name}
                {...message}
                texts={turn.texts}
                step={step}
                before={before}
              />
            ))}
            <StepReply step={step} />
          </div>
        )}
      </Fold>
    </article>
  )
}

const json = (value: unknown) => JSON.stringify(value, null, 2)

function StepReply({ step }: { step: InspectedStep }) {
  const format = useFormat()
  const { decision } = step
  const parts = [
    { name: 'Reasoning', about: 'as the provider sent it', text: step.reasoning },
    { name: step.phase === 'think' ? 'Thought' : 'Text', about: '', text: step.text },
    {
      name: 'Decision',
      about: decision ? (step.stop ?? (decision.continueThinking ? 'continues' : 'ends')) : 'none',
      text: decision ? json(decision) : (step.stop ?? ''),
    },
  ].filter(({ text }) => text)
  for (const tool of step.tools)
    parts.push(
      { name: `Call ${tool.name}`, about: tool.ok ? '' : 'failed', text: json(tool.args) },
      { name: `Result of ${tool.name}`, about: format.duration(tool.ms), text: tool.result },
    )
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex min-h-7 items-center gap-2 text-xs">
        <h4 className="font-medium text-ink-soft">Reply</h4>
        <span className="ml-auto pr-8 text-ink-faint tabular">
          {step.reported
            ? countedWords(step.reported.outputTokens, 'reported', format)
            : countedWords(step.estOutputTokens, 'estimated', format)}
        </span>
      </div>
      {step.error && <p className="text-error">{step.error.message}</p>}
      {parts.length === 0 && !step.error && <p className="text-ink-faint">The model returned nothing.</p>}
      {parts.map((part, i) => (
        <Fold
          // biome-ignore lint/suspicious/noArrayIndexKey: the reply of a stored step never changes
          key={i}
          head={
            <span className="flex min-w-0 items-baseline gap-2 text-sm">
              <span className="shrink-0">{part.name}</span>
              <span className="truncate text-ink-faint text-xs">
                {part.about || part.text.slice(0, 400).replace(/\s+/g, ' ').slice(0, 160)}
              </span>
            </span>
          }
          end={<CopyButton label={`Copy ${part.name.toLowerCase()}`} text={() => part.text} />}
        >
          {() => (
            <div className="pt-1 pb-3 pl-6">
              <PromptText text={part.text} />
            </div>
          )}
        </Fold>
      ))}
    </div>
  )
}

type Props = {
  name: string
  about?: string
  blocks: PromptBlock[]
  texts: string[]
  step: InspectedStep
  /** Texts of the call before; null = none, so nothing is marked as new. */
  before: ReadonlySet<number> | null
}

function PromptMessage({ name, about, blocks, texts, step, before }: Props) {
  const format = useFormat()
  if (blocks.length === 0) return null
  const total = blocks.reduce((sum, block) => sum + block.tokens, 0)
  const dropped = (section: string) =>
    step.sections.find((entry) => entry.section === section)?.droppedItems ?? 0
  return (
    <div className="flex min-w-0 flex-col">
      <div className="flex items-center gap-2 text-xs">
        <h4 className="font-medium text-ink-soft">{name}</h4>
        {about && <span className="truncate text-ink-faint">{about}</span>}
        <span className="-mr-1 ml-auto text-ink-faint tabular">{format.tokens(total)}</span>
        <CopyButton label={`Copy ${name.toLowerCase()}`} text={() => messageText(blocks, texts)} />
      </div>
      {blocks.map((block) => (
        <Fold
          key={`${block.section}${block.text}`}
          head={
            <span className="flex min-w-0 flex-1 items-center gap-2 text-sm">
              <SectionDot section={block.section} />
              <span className="shrink-0">{sectionName(block.section)}</span>
              {before && !before.has(block.text) && <Chip>new</Chip>}
              {dropped(block.section) > 0 && (
                <span className="truncate text-ink-faint text-xs">
                  {format.plural(dropped(block.section), 'item')} left out
                </span>
              )}
              <span className="ml-auto shrink-0 text-xs tabular">{format.tokens(block.tokens)}</span>
            </span>
          }
          end={
            <CopyButton label={`Copy ${sectionName(block.section)}`} text={() => texts[block.text] ?? ''} />
          }
        >
          {() => (
            <div className="pt-1 pb-3 pl-6">
              <PromptText text={texts[block.text] ?? ''} />
              {block.images && <MessageImages images={block.images} />}
            </div>
          )}
        </Fold>
      ))}
    </div>
  )
}

const TONES: Partial<Record<LineKind, string>> = {
  heading: 'font-semibold text-accent',
  note: 'text-ink-soft italic',
  item: 'text-accent',
}

/** A prompt text exactly as sent. Colours separate Mneme's own words from quoted material. */
const PromptText = memo(function PromptText({ text }: { text: string }) {
  return (
    <ScrollArea className="max-h-96 overflow-auto rounded-md bg-sunken px-3 py-2">
      <pre className="whitespace-pre-wrap break-words font-mono text-xs leading-5">
        {lineRuns(text).map((run, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lines of a text that never changes
          <span key={i} className={TONES[run.kind]}>
            <TextParts text={run.text} />
          </span>
        ))}
      </pre>
    </ScrollArea>
  )
})
