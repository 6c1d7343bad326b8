import { define } from '../../define';
import { crashedPackage, fatalPython } from '../shared/crash';
import { hasLine } from '../../predicates';
import { dying, exitStatus, isElsewhere } from '../shared/death';
import { endedBy } from '../shared/ended-by';
import { factsFor } from '../shared/facts';
import { crashFileFix, faulthandlerLink } from '../../shared/crash-words';

export default define({
  id: 'kernel/illegal-instruction',
  answers: [
    'Illegal instruction (core dumped)',
    'zsh: illegal hardware instruction',
    'Fatal Python error: Illegal instruction',
    'received signal SIGILL, Illegal instruction',
    'exit code 132'
  ],
  beside: /\(often of AVX-512/,
  refines: [
    'kernel/died-unknown',
    'kernel/died-dataloader',
    'parallel/spawn-wrapper'
  ],
  values: ['library'],
  // valgrind ends the program by SIGILL, too: they tell no kind.
  signs: [
    ...fatalPython('Illegal instruction', crashedPackage),
    {
      where: 'log',
      fatal: true,
      pattern: /\bIllegal instruction\b/,
      when: reading =>
        !isElsewhere(reading) &&
        hasLine(reading, /^`{0,3}Illegal instruction\.?(?:`{1,3}.{0,80})?$/m)
    },
    ...endedBy({ name: 'SIGILL', number: 4, words: 'Illegal instruction' }),
    ...dying(
      /(?:^|[\s:"'])Illegal instruction(?: \(core dumped\)| ?: 4|$)|illegal hardware instruction|received signal SIGILL|stop reason = signal SIGILL|signal 4: SIGILL|trap invalid opcode/
    ),
    ...dying(
      exitStatus('-4', '132', '3221225501', '-1073741795', '0x[Cc]000001[Dd]')
    )
  ],
  facts: factsFor('kernel/illegal-instruction'),
  kinds: {
    processor: {
      words: (trans, { library }) => ({
        title: trans.__('The CPU does not know an instruction of the program'),
        cause:
          library === undefined
            ? trans.__(
                'A compiled package uses instructions (AVX, AVX2, AVX-512) that this processor, or the virtual machine on it, does not offer. It can appear late, when a function that uses them is first called.'
              )
            : trans.__(
                'Compiled code called by %1 uses instructions (AVX, AVX2, AVX-512) that this processor, or the virtual machine on it, does not offer. It can appear late, when a function that uses them is first called.',
                library
              ),
        fixes: [
          {
            safety: 'diagnostic',
            title: trans.__('See what the processor offers'),
            code: "$ grep -o -m1 -w -e avx -e avx2 -e avx512f /proc/cpuinfo; python -c 'import torch; print(torch.backends.cpu.get_cpu_capability())'"
          },
          {
            safety: 'check',
            title: trans.__('Virtual machine: pass the host’s CPU through'),
            detail: trans.__(
              'QEMU/KVM and Proxmox: CPU type “host” instead of the default, which hides AVX.'
            )
          },
          {
            safety: 'check',
            title: trans.__('Install the package for this processor'),
            detail: trans.__(
              'Another version or source (conda instead of pip), or build it here. On a Mac, Python and packages must both be for arm64, or both for x86_64.'
            ),
            code: "$ python -c 'import platform; print(platform.machine())'"
          },
          {
            safety: 'check',
            title: trans.__('Ask PyTorch for plain instructions'),
            detail: trans.__(
              'Before torch is imported. It governs PyTorch’s own kernels only.'
            ),
            code: "import os\n\nos.environ['ATEN_CPU_CAPABILITY'] = 'default'",
            action: {
              kind: 'environment',
              variables: { ATEN_CPU_CAPABILITY: 'default' }
            }
          },
          crashFileFix(trans)
        ],
        notThis: [
          trans.__(
            '“an illegal instruction was encountered” is a CUDA error about code on the GPU.'
          )
        ],
        links: [
          {
            title: trans.__(
              'PyTorch: an illegal instruction on import (issue 22338)'
            ),
            url: 'https://github.com/pytorch/pytorch/issues/22338'
          }
        ]
      })
    },
    valgrind: {
      signs: dying(
        /valgrind: Unrecognised instruction at address|\bvex [\w-]{1,20}->IR: unhandled instruction/
      ),
      words: trans => ({
        title: trans.__('valgrind does not know an instruction of the program'),
        cause: trans.__(
          'valgrind runs the program on a processor of its own making, which lacks an instruction (often of AVX-512, on a Mac of AVX) that a compiled package uses. Without valgrind the program may run well.'
        ),
        fixes: [
          {
            safety: 'safe',
            title: trans.__('Run it without valgrind'),
            detail: trans.__('faulthandler names the Python line of a crash.'),
            code: '$ python -X faulthandler train.py'
          },
          {
            safety: 'check',
            title: trans.__('Ask PyTorch for plain instructions'),
            detail: trans.__('It governs PyTorch’s own kernels only.'),
            code: '$ ATEN_CPU_CAPABILITY=default valgrind python train.py'
          }
        ],
        notThis: [
          trans.__(
            '“Illegal instruction” without a line of valgrind: then the processor itself lacks it.'
          )
        ]
      })
    }
  },
  common: trans => ({ links: [faulthandlerLink(trans)] })
});
