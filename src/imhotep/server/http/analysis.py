"""Analysis and hints, over HTTP."""

import msgspec
from litestar import Controller, Response, get, post
from litestar.openapi import ResponseSpec
from litestar.params import FromPath, JSONBody

from imhotep.lab.analysis.game_analysis import Analysis
from imhotep.server.http.request import Request
from imhotep.server.http.security import must_be_somebody, services_of, who
from imhotep.server.work import analysis_jobs, hints
from imhotep.server.work.analysis_jobs import AnalysisJob
from imhotep.server.work.hints import Advice


class Ordered(msgspec.Struct, frozen=True, kw_only=True):
    job: str


class AnalysisRoutes(Controller):
    path = "/api"
    tags = ("analysis",)

    @post("/tables/{table:str}/analysis", status_code=202)
    async def order(self, request: Request, table: FromPath[str], data: JSONBody[analysis_jobs.Wish]) -> Ordered:
        """Go through a finished game, or your own decisions in a running one in which all others are bots: it is not
        rated then. The same order gives the same job."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("analysis", person.id)
        job = await services.analyses.order(table, person.id, data)
        services.jobs.look(analysis_jobs.KIND)
        return Ordered(job=job)

    @get("/tables/{table:str}/analyses")
    async def made(self, request: Request, table: FromPath[str]) -> list[AnalysisJob]:
        """Analyses that were ordered before: those that are done first, and of them the most thorough one."""
        person = await who(request)
        return await services_of(request).analyses.made(table, None if person is None else person.id)

    @get("/jobs/{job:str}")
    async def job(self, request: Request, job: FromPath[str]) -> AnalysisJob:
        """How far it is."""
        person = await who(request)
        return await services_of(request).analyses.look(job, None if person is None else person.id)

    @get("/jobs/{job:str}/result", responses={200: ResponseSpec(Analysis, generate_examples=False)})
    async def result(self, request: Request, job: FromPath[str]) -> Response[bytes]:
        """What the lab found, once it is done; docs/analysis.md describes it."""
        person = await who(request)
        found = await services_of(request).analyses.result(job, None if person is None else person.id)
        return Response(found, media_type="application/json")

    @post("/tables/{table:str}/hint", status_code=200)
    async def hint(self, request: Request, table: FromPath[str], data: JSONBody[hints.Wish]) -> Advice:
        """What to do now, and why; where all others are bots. The game is not rated then."""
        services, person = services_of(request), await must_be_somebody(request)
        services.limits.count("hint", person.id)
        return await hints.advise(services.games, services.commands, services.bot_pool, table, person.id, data)
