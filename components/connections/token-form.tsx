'use client'
import { capitalised } from '@/lib/shared/capitalised'
import { newTokenSchema, SCOPES } from '@/lib/shared/door'
import { Check } from '../forget/confirm-dialog'
import { Field } from '../settings/fields/field'
import { EntryForm } from '../ui/entry-form'
import { Select } from '../ui/select'
import { LIFE_OPTIONS, SCOPE_NAMES } from './token-words'
import type { Tokens } from './use-tokens'

type Values = Parameters<Tokens['create']>[0]
const START: Values = { name: '', life: 'year', may: ['read', 'write'] }

export const TokenForm = ({ onSave, onClose }: { onSave: Tokens['create']; onClose(): void }) => (
  <EntryForm
    name="Connect a program"
    start={START}
    save="Make a token"
    help="The token is shown once; whoever has it acts as you."
    isComplete={(values) => newTokenSchema.safeParse(values).success}
    onSave={onSave}
    onClose={onClose}
  >
    {({ values, field, change }) => (
      <>
        <div className="grid gap-3 sm:grid-cols-2">
          <Field
            autoFocus
            label="Name"
            placeholder="Claude Code on my laptop"
            maxLength={60}
            autoComplete="off"
            {...field('name')}
          />
          <div className="flex flex-col gap-1">
            <span aria-hidden className="font-medium">
              Expires after
            </span>
            <span>
              <Select
                label="Expires after"
                value={values.life}
                onChange={(life) => change({ life })}
                options={LIFE_OPTIONS}
              />
            </span>
          </div>
        </div>
        <fieldset className="flex flex-wrap gap-x-6 gap-y-2">
          <legend className="mb-1 font-medium">It may</legend>
          {SCOPES.map((scope) => (
            <Check
              key={scope}
              checked={values.may.includes(scope)}
              onChange={(on) =>
                change({ may: on ? [...values.may, scope] : values.may.filter((other) => other !== scope) })
              }
            >
              {capitalised(SCOPE_NAMES[scope])}
            </Check>
          ))}
        </fieldset>
      </>
    )}
  </EntryForm>
)
