import { Check } from '@/components/forget/confirm-dialog'
import { Button } from '@/components/ui/button'
import { PLAYBOOK_SECTIONS, strategyTextSchema } from '@/lib/shared/learning/strategies'
import type { ShareDraft, SharedStrategy } from '@/lib/shared/learning/strategies-file'
import { literally } from '@/lib/shared/literally'
import { EVERYWHERE, StrategyForm, textOf } from '../strategy/strategy-form'
import { KIND_WORDS } from '../strategy/strategy-words'

type Note = ShareDraft['notes'][number]
type Props = {
  strategy: SharedStrategy
  included: boolean
  note: Note
  mode: 'read' | 'edit' | 'wait'
  onEdit(on: boolean): void
  onChange(part: Partial<{ strategy: SharedStrategy; included: boolean }>): void
}

/** One strategy of a file that is shared: its exact text, what was replaced in it, and what may be a name. */
export function ShareEntry({ strategy, included, note, mode, onEdit, onChange }: Props) {
  const { outcome, confidence, ...text } = strategy
  const { section, kind, title, description, content, tags, domain } = text
  if (mode === 'edit')
    return (
      <li className="py-3">
        <StrategyForm
          name={`Edit ${title}`}
          start={{ ...text, tags: tags.join(', '), scope: EVERYWHERE }}
          domains={[]}
          save="Save"
          help="Changes the file only."
          onSave={async (values) => {
            onChange({ strategy: { ...strategy, ...strategyTextSchema.parse(textOf(values)) } })
            return null
          }}
          onClose={() => onEdit(false)}
        />
      </li>
    )
  const marked = (text: string) => <MarkedText text={text} note={note} />
  const rest = [
    ...[PLAYBOOK_SECTIONS[section], KIND_WORDS[kind], `outcome: ${outcome}`, `confidence: ${confidence}`],
    ...(domain ? [`domain: ${domain}`] : []),
    ...(tags.length ? [`tags: ${tags.join(', ')}`] : []),
  ].join(' · ')
  return (
    <li aria-label={title} className="flex flex-col gap-1.5 py-3 [content-visibility:auto]">
      <div className="flex items-start justify-between gap-3">
        <Check checked={included} onChange={(on) => onChange({ included: on })}>
          <span className="font-medium">{marked(title)}</span>
        </Check>
        <Button
          size="sm"
          disabled={mode === 'wait'}
          aria-label={`Edit ${title}`}
          onClick={() => onEdit(true)}
        >
          Edit
        </Button>
      </div>
      {included && (
        <div className="flex flex-col gap-1.5 break-words pl-6.5">
          <p className="whitespace-pre-wrap">{marked(content)}</p>
          {description && <p className="whitespace-pre-wrap text-ink-soft">{marked(description)}</p>}
          <p className="text-ink-soft text-xs">{marked(rest)}</p>
          {note.replaced.length > 0 && (
            <p className="text-xs">
              Replaced: {[...new Set(note.replaced.map(({ text }) => text))].join(', ')}
            </p>
          )}
          {note.doubtful.length > 0 && <p className="text-xs">Maybe names: {note.doubtful.join(', ')}</p>}
        </div>
      )}
    </li>
  )
}

function MarkedText({ text, note: { replaced, doubtful } }: { text: string; note: Note }) {
  const placeholders = new Set(replaced.map(({ by }) => by))
  const words = [...[...placeholders].map(literally), ...doubtful.map((word) => `\\b${literally(word)}\\b`)]
  if (words.length === 0) return text
  return text.split(new RegExp(`(${words.join('|')})`, 'u')).map((part, at) =>
    at % 2 === 0 ? (
      part
    ) : placeholders.has(part) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
      <span key={at} className="rounded-sm bg-sunken px-1 text-ink-soft">
        {part}
      </span>
    ) : (
      <mark
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
        key={at}
        className="rounded-sm bg-accent-soft px-px text-ink underline decoration-accent decoration-dotted underline-offset-2"
      >
        {part}
      </mark>
    ),
  )
}
