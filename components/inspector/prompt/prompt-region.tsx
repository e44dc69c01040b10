'use client'
import { useEffect, useRef } from 'react'
import { isAnswering, stepName, textsBefore } from '@/components/inspector/step-words'
import { Chip } from '@/components/ui/chip'
import { countedWords, WHY_COUNTS_DIFFER } from '@/components/ui/words/estimate-words'
import { useFormat } from '@/components/ui/words/use-format'
import {
  type InspectedStep,
  type InspectedTurn,
  messagesIn,
  type PromptBlock,
} from '@/lib/shared/turn/inspector'
import { Fold } from './fold'
import { PromptMessage } from './prompt-message'
import { StepReply } from './step-reply'
import { TokenBar } from './token-bar'

/** A step that the trace opened; `times` tells one opening from the next. */
export type OpenedStep = { id: string; times: number }

/** The exact prompt of every step of a turn: all attempts, and the background calls after it. */
export function PromptRegion({ turn, opened }: { turn: InspectedTurn; opened: OpenedStep | null }) {
  const most = Math.max(1, ...turn.steps.map((step) => step.estInputTokens))
  const first = turn.steps.find(isAnswering)
  return (
    <section aria-labelledby="prompt" className="flex min-w-0 flex-col gap-3">
      <h2 id="prompt" className="font-medium text-base">
        Prompt
      </h2>
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
    </section>
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
              {!isAnswering(step) && <Chip>after the answer</Chip>}
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
