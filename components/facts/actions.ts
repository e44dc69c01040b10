'use client'
import * as facts from '@/app/actions/facts'
import { safely } from '../ui/call-action'

export const server = safely(facts)
