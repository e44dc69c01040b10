'use client'

import { useState, useTransition } from 'react'
import { signIn } from '../actions/access'

export function AccessForm() {
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, start] = useTransition()
  const submit = (form: FormData) =>
    start(async () => {
      const result = await signIn({ token: String(form.get('token') ?? '') }).catch(() => null)
      if (result?.ok) window.location.assign('/')
      else
        setProblem(
          result
            ? [result.error.message, result.error.hint].filter(Boolean).join(' ')
            : 'The server is not responding. Try again.',
        )
    })
  return (
    <form action={submit} className="flex flex-col gap-3">
      <label className="flex flex-col gap-1 text-sm font-medium">
        Access token
        <input
          name="token"
          type="password"
          autoComplete="current-password"
          required
          className="rounded border border-line bg-surface px-3 py-2 text-base"
        />
      </label>
      {problem && (
        <p role="alert" className="text-sm text-error">
          {problem}
        </p>
      )}
      <button
        type="submit"
        disabled={busy}
        className="rounded bg-accent px-4 py-2 font-medium text-on-accent disabled:opacity-60"
      >
        {busy ? 'Checking…' : 'Sign in'}
      </button>
    </form>
  )
}
