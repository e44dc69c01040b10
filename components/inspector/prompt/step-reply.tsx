'use client'
import { countedWords } from '@/components/ui/words/estimate-words'
import { useFormat } from '@/components/ui/words/use-format'
import type { InspectedStep } from '@/lib/shared/turn/inspector'
import { CopyButton } from './copy-button'
import { Fold } from './fold'
import { PromptText } from './prompt-text'

const json = (value: unknown) => JSON.stringify(value, null, 2)

export function StepReply({ step }: { step: InspectedStep }) {
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
