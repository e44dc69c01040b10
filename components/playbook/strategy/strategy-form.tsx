'use client'
import { useId } from 'react'
import { Field } from '@/components/settings/fields/field'
import { EntryForm, type EntryFormProps } from '@/components/ui/entry-form'
import {
  PLAYBOOK_SECTIONS,
  PLAYBOOK_SLUGS,
  STRATEGY_KINDS,
  type StrategyText,
  strategyTextSchema,
} from '@/lib/shared/learning/strategies'
import { limitsOfLearning as limits } from '@/lib/shared/limits/learning'
import { Choice, TextArea } from './strategy-fields'
import { KIND_WORDS, tagsIn } from './strategy-words'

export type StrategyValues = Omit<StrategyText, 'tags'> & { tags: string; scope: string }
export type Scope = { id: string; title: string }
/** In place of a conversation's id. */
export const EVERYWHERE = 'all'

const SECTIONS = PLAYBOOK_SLUGS.map((value) => ({ value, label: PLAYBOOK_SECTIONS[value] }))
const KINDS = STRATEGY_KINDS.map((value) => ({ value, label: KIND_WORDS[value] }))
export const textOf = ({ tags, scope: _, ...text }: StrategyValues): StrategyText => ({
  ...text,
  tags: tagsIn(tags),
})

type Props = EntryFormProps<StrategyValues> & { scopes?: Scope[]; domains: string[] }

/** The fields of a strategy. Ctrl+Enter in a long text saves. */
export function StrategyForm({ scopes, domains, ...form }: Props) {
  const known = useId()
  const places = [
    { value: EVERYWHERE, label: 'All conversations' },
    ...(scopes ?? []).map(({ id, title }) => ({ value: id, label: `Only “${title}”` })),
  ]
  return (
    <EntryForm {...form} isComplete={(values) => strategyTextSchema.safeParse(textOf(values)).success}>
      {({ values, change, field, submit }) => (
        <>
          <Field
            autoFocus
            label="Title"
            maxLength={limits.titleChars}
            autoComplete="off"
            {...field('title')}
          />
          <TextArea
            label="What to do"
            placeholder="Markdown works. Write it as you would explain it to a colleague."
            maxLength={limits.contentChars}
            onSubmit={submit}
            {...field('content')}
          />
          <Field
            label="When to use it (optional)"
            placeholder="Messages that share words with this find it."
            maxLength={limits.descriptionChars}
            autoComplete="off"
            {...field('description')}
          />
          <div className="grid gap-3 sm:grid-cols-2">
            <Choice
              label="Section"
              value={values.section}
              options={SECTIONS}
              onChange={(section) => change({ section })}
            />
            <Choice label="Kind" value={values.kind} options={KINDS} onChange={(kind) => change({ kind })} />
            <Field
              label="Domain (optional)"
              placeholder="web"
              list={known}
              maxLength={limits.domainChars}
              autoComplete="off"
              {...field('domain')}
            />
            <datalist id={known}>
              {domains.map((domain) => (
                <option key={domain} value={domain} />
              ))}
            </datalist>
            <Field
              label="Tags (optional)"
              placeholder="sql, backup"
              maxLength={limits.tags * (limits.tagChars + 2)}
              autoComplete="off"
              {...field('tags')}
            />
            {scopes && (
              <Choice
                label="Used in"
                value={values.scope}
                options={places}
                onChange={(scope) => change({ scope })}
              />
            )}
          </div>
        </>
      )}
    </EntryForm>
  )
}
