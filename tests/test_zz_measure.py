import sys
sys.path[:0]=["/work/main/tests","/work/main/src"]
import test_web_touch
from test_web_touch import *
from test_web_touch import decisions, PHONE, LANDSCAPE
JS = """() => [...document.querySelectorAll('.layer .target')].filter(e=>e.checkVisibility()).map(e=>{
 e.scrollIntoView({block:'center',inline:'center',behavior:'instant'});
 const b=e.getBoundingClientRect(); const x=b.x+b.width/2,y=b.y+b.height/2;
 const ext=(dx,dy)=>{let f=0;while(f<44&&e.contains(document.elementFromPoint(x+dx*(f+1),y+dy*(f+1))))f++;return f};
 return [e.className.replace(/svelte-\\S+|target|glow/g,'').trim(), e.getAttribute('tabindex'), Math.round(b.width),Math.round(b.height), ext(-1,0)+ext(1,0)+1, ext(0,-1)+ext(0,1)+1]})"""
def test_measure(visit):
    for kind in ("builder","duel"):
        found = decisions(kind)
        print(kind, len(found))
        v = visit("Merit", size=PHONE)
        for d in found:
            old = v.post("/api/records", {"record": d.record})["table"]
            t = v.post(f"/api/tables/{old}/play-on", {"entries": d.entries, "bot": "random"})["table"]
            v.page.set_viewport_size({"width":360,"height":740})
            v.go(f"/tables/{t}"); assert v.wait_for_choice()
            print("==", d.name, len(v.table["view"]["moves"]))
            for s in (PHONE, LANDSCAPE):
                v.page.set_viewport_size({"width":s.width,"height":s.height}); v.settle()
                import collections
                c = collections.Counter(tuple(x) for x in v.page.evaluate(JS) if min(x[4:])<44)
                print("  ", s.name, dict(c))
