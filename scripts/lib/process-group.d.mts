import type { ChildProcess } from 'node:child_process'

export function endGroup(child: ChildProcess, signal?: NodeJS.Signals): void
