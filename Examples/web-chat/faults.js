// Ten faults that chats on the web have, each behind a switch: index.html?fault=late-text,idle-frames
const faultNames = [
  'late-text', 'whole-parse', 'replaced-nodes', 'fight-on-wheel', 'missed-re-engage',
  'drift-on-prepend', 'fold-jump', 'idle-frames', 'double-text', 'lost-text',
];
const query = new URLSearchParams(location.search);
const faults = new Set((query.get('fault') || '').split(',').filter(Boolean));
for (const name of faults) if (!faultNames.includes(name)) throw new Error(`no fault is called ${name}`);
