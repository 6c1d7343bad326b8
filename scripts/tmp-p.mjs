import { loadCore } from './core.mjs';
import { readReports } from './reports.mjs';
const { diagnose, catalogue, cellIncident } = await loadCore('./src/diagnosis/diagnose','./src/catalogue','./src/incident/incident');
const { reports } = readReports();
const t=[];
for (let r=0;r<12;r++) for (const rep of reports){ const i=cellIncident(rep); const s=process.hrtime.bigint(); diagnose(i,catalogue); if(r>1) t.push(Number(process.hrtime.bigint()-s)/1e6); }
t.sort((a,b)=>a-b); console.log('median',t[t.length>>1].toFixed(3),'mean',(t.reduce((a,b)=>a+b)/t.length).toFixed(3));
