import type { Redaction, RedactionType } from '@/lib/heuristics/redact/redact'

/** The plain patterns of a quick redactor, as the reference gives them. */
const PATTERNS: readonly [RedactionType, RegExp][] = [
  ['email', /[\w.+-]+@[\w-]+\.[\w.]+/g],
  ['phone', /\b\d{3}[-.]?\d{3}[-.]?\d{4}\b/g],
  ['ssn', /\b\d{3}-?\d{2}-?\d{4}\b/g],
  ['card', /\b(?:\d{4}[- ]?){3}\d{4}\b/g],
  ['ip', /\b(?:\d{1,3}\.){3}\d{1,3}\b/g],
  ['key', /sk-[A-Za-z0-9]{20,}/g],
  ['key', /ghp_[A-Za-z0-9]{36}/g],
  ['key', /AKIA[0-9A-Z]{16}/g],
  ['key', /Bearer [\w.-]+/g],
]

export const referenceFinds = (text: string): Redaction[] =>
  PATTERNS.flatMap(([type, pattern]) =>
    [...text.matchAll(pattern)].map(({ 0: found, index }) => ({
      type,
      start: index,
      end: index + found.length,
    })),
  )
